const NOTHING_SEEN = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u

/** True for empty text, and for text in which nobody sees anything: white space, invisible characters, the blank of Braille. */
export const isBlank = (text: string | null): boolean => text === null || NOTHING_SEEN.test(text)
