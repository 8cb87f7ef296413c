// Loaded into a process by NODE_OPTIONS=--import: its machine's clock is an hour behind.
const HOUR_MS = 3_600_000
const now = Date.now
Date.now = () => now() - HOUR_MS
