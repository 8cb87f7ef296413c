import type { Area } from "../shell/area.ts"

export function integrationPages(_area: Area): void {}
