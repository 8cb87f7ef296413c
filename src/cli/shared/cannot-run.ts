/** Thrown by a checking command that could not begin. Its exit status is 2, because 1 means that the check found something. */
export class CannotRun extends Error {}
