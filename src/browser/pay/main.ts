// Runs in the payer's browser, on a hosted page.
export {}
