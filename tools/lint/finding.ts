/** One broken house rule: where, and which. */
export type Finding = { readonly path: string; readonly line: number; readonly rule: string }
