/** The address that a browser without script requests when an unchanged form is sent. */
export function submittedAddress(form: string): string {
  const plain = form.replaceAll('&amp;', '&')
  const action = String(/ action="([^"]*)"/.exec(plain)?.[1])
  const inputs = [...plain.matchAll(/<input [^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => !input.includes(' disabled'))
  const fields = inputs.flatMap((input) => {
    const name = / name="([^"]*)"/.exec(input)?.[1]
    return name === undefined ? [] : [[name, String(/ value="([^"]*)"/.exec(input)?.[1])] as [string, string]]
  })
  const chosen = [
    ...plain.matchAll(/<select id="[^"]*" name="([^"]*)"( disabled)?>(.*?)<\/select>/gs),
  ].flatMap(([, name, disabled, options]) =>
    disabled === undefined
      ? [[String(name), String(/<option selected>([^<]*)</.exec(String(options))?.[1])] as [string, string]]
      : [],
  )
  const query = new URLSearchParams([...fields, ...chosen])
  return query.size === 0 ? action : `${action}?${query}`
}
