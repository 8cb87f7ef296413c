/** A longer name is no typing error. The limit also bounds the work, because a caller chooses the names. */
const MAX_LENGTH = 40
/** A shorter name is contained in too many others. */
const MIN_CONTAINED = 4
/** One typing error is allowed for this many characters. */
const CHARACTERS_PER_ERROR = 4

/**
 * Returns the most likely intended name: one that differs only in case and underscores, or in a few letters, or that contains `name` or is
 * contained in it.
 */
export function nearest(name: string, names: string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const plain = plainly(name)
  const short = names.filter((each) => each.length <= MAX_LENGTH)
  const near = short
    .map((each) => ({ each, distance: distanceOf(plain, plainly(each)) }))
    .filter(({ each, distance }) => distance <= Math.ceil(each.length / CHARACTERS_PER_ERROR))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.each ?? short.find((each) => isWithin(plain, plainly(each)) || isWithin(plainly(each), plain))
}

function plainly(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "")
}

function isWithin(part: string, whole: string): boolean {
  return part.length >= MIN_CONTAINED && whole.includes(part)
}

/** Returns how many letters must be added, removed or replaced to turn `a` into `b` (Levenshtein distance). */
function distanceOf(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()]
  let distance = b.length
  for (const [i, letter] of [...a].entries()) {
    let before = i
    row = row.map((above, j) => {
      distance = j === 0 ? i + 1 : Math.min(distance + 1, above + 1, before + (letter === b[j - 1] ? 0 : 1))
      before = above
      return distance
    })
  }
  return distance
}
