const EXPORTED = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/

/** The names that a file exports, with their lines. */
export function exportedIn(text: string): readonly { readonly name: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    const [, name] = EXPORTED.exec(row) ?? []
    return name === undefined ? [] : [{ name, line: index + 1 }]
  })
}
