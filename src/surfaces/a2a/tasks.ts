import { A2A_TASKS_DEFAULT, type A2aResult, A2aTaskQuery, A2aTaskReference } from '#contract/shapes/a2a.ts'
import type { RpcParameters } from './json-rpc.ts'
import { readParameters } from './parameters.ts'
import { refusal } from './rpc-error.ts'

/** No task is ever stored, so none is found. @throws RpcError -32001 */
export function findTask(parameters: RpcParameters): never {
  readParameters(A2aTaskReference, parameters)
  throw refusal('TASK_NOT_FOUND')
}

/** The list of tasks, which is empty. @throws RpcError -32602 */
export function listTasks(parameters: RpcParameters): A2aResult {
  const { pageSize } = readParameters(A2aTaskQuery, parameters)
  return { tasks: [], nextPageToken: '', pageSize: pageSize ?? A2A_TASKS_DEFAULT, totalSize: 0 }
}
