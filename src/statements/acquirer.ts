/** The acquirer whose statements are read. */
export const STATEMENT_ACQUIRER = "cielo"

/** Statements of Cielo are in reais. */
export const STATEMENT_CURRENCY = "brl"
