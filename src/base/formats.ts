// Formats for people. Making a format costs about fifty times as much as using it, so each is made once.

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** The format of numbers in a language. */
export function numberFormat(lang: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return madeOnce(numbers, lang, options, () => new Intl.NumberFormat(lang, options))
}

/** The format of dates in a language. */
export function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return madeOnce(dates, lang, options, () => new Intl.DateTimeFormat(lang, options))
}

function madeOnce<Format>(formats: Map<string, Format>, lang: string, options: object, make: () => Format): Format {
  const key = `${lang} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}
