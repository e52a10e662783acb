/** Words for the fields of one object, by path inside it. Each says what the value is, its unit, and why it is null. */
export type ObjectWords = Readonly<Record<string, string>>
