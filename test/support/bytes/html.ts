// Separates the markup of an HTML page from its text.

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }

/** Returns the tags of a page in order, and its text with each piece on its own line. */
export function readHtml(html: string): { tags: string[]; text: string } {
  const text = html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
  return { tags: html.match(/<[^>]*>/g) ?? [], text }
}

/** Returns the original of an escaped text. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
}
