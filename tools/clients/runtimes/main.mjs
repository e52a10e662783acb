import { ask } from './ask.mjs'

const args = globalThis.Deno?.args ?? process.argv.slice(2)
console.log(JSON.stringify(await ask(JSON.parse(args[0]))))
