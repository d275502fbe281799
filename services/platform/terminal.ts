/** Control characters, with the colour that one may begin, and characters that change the direction of a text. */
const CONTROLS = /(?![\n\t])\p{Cc}(?:\[\d+m)?|[\u202a-\u202e\u2066-\u2069]/gu
/** Colours of our own. */
const COLOURS: ReadonlySet<string> = new Set([1, 22, 31, 32, 39].map((code) => `\u001b[${code}m`))

/**
 * A text with its control characters written out as `\u001b`, except line ends, tabs and our own colours. Documents, answers
 * and releases are by others: their escape sequences could rewrite the lines above, or hide the verdict.
 */
export const withControlsShown = (text: string): string =>
  text.replace(CONTROLS, (found) =>
    COLOURS.has(found) ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}${found.slice(1)}`,
  )

/** Prints a line for people or programs, without what a terminal would obey. */
export const printLine = (stream: NodeJS.WriteStream, text: string): void =>
  void stream.write(`${withControlsShown(text)}\n`)
