/** JSON of any shape: what a service responds, and what the contract says. The assertions of the tests check it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads members deep inside, and fails where one is missing
export type Json = any
