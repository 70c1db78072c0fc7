CREATE TABLE games (
    id VARCHAR(64) NOT NULL,
    setup TEXT NOT NULL,
    created FLOAT NOT NULL,
    touched FLOAT NOT NULL,
    finished FLOAT,
    active BOOLEAN NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX games_finished ON games (finished, touched);
CREATE TABLE events (
    game VARCHAR(64) NOT NULL,
    seq INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    data TEXT NOT NULL,
    at FLOAT NOT NULL,
    command VARCHAR(80),
    UNIQUE (game, seq),
    UNIQUE (game, command),
    FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE competitions (
    id VARCHAR(32) NOT NULL,
    title TEXT NOT NULL,
    game VARCHAR(32) NOT NULL,
    options TEXT NOT NULL,
    settings TEXT NOT NULL,
    seed INTEGER NOT NULL,
    state VARCHAR(16) NOT NULL,
    field TEXT,
    created FLOAT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE competition_entries (
    id VARCHAR(32) NOT NULL,
    competition VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    alias VARCHAR(80) NOT NULL,
    name VARCHAR(80),
    name_shown BOOLEAN NOT NULL,
    owner VARCHAR(80),
    active VARCHAR(40),
    created FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (competition, number),
    UNIQUE (competition, alias),
    FOREIGN KEY(competition) REFERENCES competitions (id) ON DELETE CASCADE
);
CREATE TABLE competition_games (
    id VARCHAR(96) NOT NULL,
    competition VARCHAR(32) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    part INTEGER NOT NULL,
    entrants TEXT NOT NULL,
    task TEXT NOT NULL,
    status VARCHAR(16) NOT NULL,
    attempts INTEGER NOT NULL,
    result TEXT,
    record TEXT,
    finished FLOAT,
    PRIMARY KEY (id),
    FOREIGN KEY(competition) REFERENCES competitions (id) ON DELETE CASCADE
);
CREATE INDEX competition_games_waiting ON competition_games (competition, status);
CREATE TABLE competition_versions (
    id VARCHAR(40) NOT NULL,
    entry VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    bot TEXT NOT NULL,
    tokens INTEGER,
    note TEXT NOT NULL,
    admission VARCHAR(16) NOT NULL,
    reason TEXT NOT NULL,
    created FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (entry, number),
    FOREIGN KEY(entry) REFERENCES competition_entries (id) ON DELETE CASCADE
);
CREATE TABLE competition_exclusions (
    entry VARCHAR(32) NOT NULL,
    PRIMARY KEY (entry),
    FOREIGN KEY(entry) REFERENCES competition_entries (id) ON DELETE CASCADE
);
