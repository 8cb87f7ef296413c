import type { Shot, ViewName } from "./shot.ts"

type Named = Pick<Shot, "name" | "title" | "views">
export type Pictured = { heading: string; shots: Named[] }

export const VIEW_NAMES: readonly ViewName[] = ["desktop", "phone"]

/** Returns the Markdown of docs/images/README.md, which shows every picture. */
export function pictureIndex(sets: Pictured[]): string {
  const parts = sets.map(({ heading, shots }) => `## ${heading}\n\n${shots.map(rowsOf).join("\n")}`)
  return `# Pictures

Every page that people see, light and dark, on a phone, and most also on a desktop. \`make screenshots\` takes them again.

${parts.join("\n")}`
}

function rowsOf({ name, title, views = VIEW_NAMES }: Named): string {
  const image = (view: string, scheme: string, width: number) =>
    `<img src="${name}-${view}-${scheme}.png" alt="${title}, ${view}, ${scheme}" width="${width}">`
  const images = views.flatMap((view) => ["light", "dark"].map((scheme) => image(view, scheme, view === "desktop" ? 300 : 110)))
  return `### ${title}\n\n<p>\n${images.join("\n")}\n</p>\n`
}
