"""The HTTP interface for bots over the network, described by one table that serves, documents and shows it."""
