import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** With `--import`, writes the address of every module that the process loads to the file that MODULE_LOG names. */
const file = String(process.env['MODULE_LOG'])
registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
