/** True for no text, and for text of white space alone. */
export const isBlank = (text: string | null): boolean => text === null || text.trim() === ''
