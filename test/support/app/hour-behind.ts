// Loaded with NODE_OPTIONS=--import. Sets the machine's clock back by an hour for the process.
const HOUR_MS = 3_600_000
const now = Date.now
Date.now = () => now() - HOUR_MS
