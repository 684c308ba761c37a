"""The lab: measuring bots against each other and training the learnt policy."""
