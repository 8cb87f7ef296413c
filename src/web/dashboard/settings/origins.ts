import type { Area } from "../shell/area.ts"

export function originPages(_area: Area): void {}
