import type { Area } from "../shell/area.ts"

export function acquirerPages(_area: Area): void {}
