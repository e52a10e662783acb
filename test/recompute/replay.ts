import { recompute } from './recompute.ts'
import { recordedStates } from './recorded.ts'
import { Values } from './values.ts'

/**
 * Compares the states that a run recorded again, in seconds and without a service:
 * `RECOMPUTE_RECORD=FOLDER npm run test:long -- recompute`, then `node test/recompute/replay.ts FOLDER`.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give the folder of the recorded states')
const values = new Values()
for (const state of recordedStates(folder)) await recompute(state, values)
console.log(String(values))
process.exitCode = values.mismatches.length === 0 ? 0 : 1
