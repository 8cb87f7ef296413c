/** The globals, elements and events that a function sees which runs in the page of a browser. The types of the tests are those of Node. */
// biome-ignore lint/suspicious/noExplicitAny: a wrong name fails in the page, and so the test
export type InPage = any
