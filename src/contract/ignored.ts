/** Names of parameters that an operation ignored. Absent when the service itself calls it: then none is ignored. */
export type Ignoring = { readonly ignoredParameters?: readonly string[] | undefined }

/** The field of an answer that names the ignored parameters; empty when the service itself asked. */
export function ignoredField({ ignoredParameters = [] }: Ignoring): { ignoredParameters: string[] } {
  return { ignoredParameters: [...ignoredParameters] }
}
