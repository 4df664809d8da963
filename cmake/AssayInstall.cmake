# Install rules and the config package come with the install test.
