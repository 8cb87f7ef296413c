/** Thrown by a command that checks something and could not begin. Its exit status is 2, as 1 means that something was found. */
export class CannotRun extends Error {}
