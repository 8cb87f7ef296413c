// Which lines tell of which refunds or chargebacks of ours.

/** What a line tells, or what we have: cents above 0, and its day. */
export type Piece = { id: string; amount: number; day: number | null }

/** Lines and what they are, by their ids: one of each, or several of one side that add up to one of the other. */
export type Recognized = { lines: string[]; ours: string[] }

/** Of more pieces, only all together are tried. */
const MOST = 12

/**
 * Pieces of equal amounts are paired first. Then several lines that add up to one of ours, and at last one line that several of ours add up to. Two
 * different ways to add up are none: money is not guessed. Both sides are oldest first.
 */
export function recognize(lines: readonly Piece[], ours: readonly Piece[]): Recognized[] {
  let [told, free] = [[...lines], [...ours]]
  const found: Recognized[] = []
  const take = (some: readonly Piece[], others: readonly Piece[]) => {
    found.push({ lines: some.map(({ id }) => id), ours: others.map(({ id }) => id) })
    told = told.filter((each) => !some.includes(each))
    free = free.filter((each) => !others.includes(each))
  }
  for (const line of lines) {
    const same = free.find(({ amount }) => amount === line.amount)
    if (same) take([line], [same])
  }
  for (const one of [...free]) {
    const parts = partsOf(one, told)
    if (parts) take(parts, [one])
  }
  for (const line of [...told]) {
    const parts = partsOf(line, free)
    if (parts) take([line], parts)
  }
  return found
}

/** The pieces that add up to a whole: those of one day before those of several. */
function partsOf({ amount }: Piece, pieces: readonly Piece[]): Piece[] | undefined {
  const days = [...new Set(pieces.map(({ day }) => day))]
  const ofOneDay = days.flatMap((each) =>
    addingUp(
      amount,
      pieces.filter(({ day }) => day === each),
    ),
  )
  return theOnly(ofOneDay.length > 0 ? ofOneDay : addingUp(amount, pieces))
}

/** Pieces of equal amounts may stand for each other. */
function theOnly(ways: readonly Piece[][]): Piece[] | undefined {
  const different = new Set(
    ways.map((pieces) =>
      pieces
        .map(({ amount }) => amount)
        .sort((a, b) => a - b)
        .join(" "),
    ),
  )
  return different.size === 1 ? ways[0] : undefined
}

/** Each way in which pieces add up to an amount, those with the oldest first. */
function addingUp(amount: number, pieces: readonly Piece[]): Piece[][] {
  if (amount === 0) return [[]]
  const most = pieces.reduce((sum, piece) => sum + piece.amount, 0)
  if (most <= amount) return most === amount ? [[...pieces]] : []
  const [first, ...others] = pieces
  if (!first || amount < 0 || pieces.length > MOST) return []
  return [...addingUp(amount - first.amount, others).map((ways) => [first, ...ways]), ...addingUp(amount, others)]
}
