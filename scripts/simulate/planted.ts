// Bugs that a simulation must find. Each replaces one piece of the service's source.

export type Planted = { name: string; file: string; right: string; wrong: string }

export const PLANTED: readonly Planted[] = []
