/** One violation of a house rule. */
export type Finding = { readonly path: string; readonly line: number; readonly rule: string }
