/** True for empty text and for white space only. */
export const isBlank = (text: string | null): boolean => text === null || text.trim() === ''
