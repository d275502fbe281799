/** What a rule expected of a part and what it found there, before the part's place is known. */
export type Fault = readonly [expected: string, found: string]
