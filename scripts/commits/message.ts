export const SUBJECT_LENGTH = 72
export const LINE_LENGTH = 76

/** Returns what is wrong with a commit message, each problem with what to do. CONTRIBUTING.md, "Commits", says the rules. */
export function problemsOfMessage(message: string): string[] {
  const [subject = "", second = "", ...body] = message.trimEnd().split("\n")
  return [
    ...problemsOfSubject(subject),
    ...(second === "" ? [] : ["The second line must be empty. Put the body below it."]),
    ...(second === "" ? body : [second, ...body]).filter(isTooLong).map((line) => `Wrap at ${LINE_LENGTH} columns: ${line}`),
  ]
}

function problemsOfSubject(subject: string): string[] {
  const length = lengthOf(subject)
  return [
    ...(/^[a-z][a-z0-9 ,/-]*: \S/.test(subject)
      ? []
      : ["The subject must be `area: what it does`, with the area in lower case."]),
    ...(length <= SUBJECT_LENGTH ? [] : [`The subject has ${length} characters. At most ${SUBJECT_LENGTH} are allowed.`]),
  ]
}

/** An address and a trailer such as Co-authored-by cannot be wrapped. */
function isTooLong(line: string): boolean {
  return lengthOf(line) > LINE_LENGTH && !/https?:\/\//.test(line) && !/^[A-Z][A-Za-z]*(-[A-Za-z]+)+: /.test(line)
}

const lengthOf = (text: string): number => [...text].length
