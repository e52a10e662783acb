import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { followService, type Spawned } from '#test/service/spawned-service.ts'
import type { BuiltImage } from './built-image.ts'

/** Mounts the root read-only with a temporary folder, processes and devices. Then replaces itself by the program. */
const ENTER = `
  set -e
  root=$1 user=$2 group=$3 place=$4
  shift 4
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --bind /dev "$root/dev"
  while [ "$1" != -- ]; do
    mount --bind "$1" "$root$2"
    shift 2
  done
  shift
  exec setpriv --no-new-privs --bounding-set=-all,+setuid,+setgid,+sys_chroot \\
    unshare --root="$root" --wd="$place" --setgid="$group" --setuid="$user" "$@"
`

/** Options of a container. `folders` names a folder of this machine for each path in the container. */
export type Running = {
  readonly env?: Readonly<Record<string, string>>
  readonly folders?: Readonly<Record<string, string>>
}

/**
 * Runs the image's entrypoint with these arguments as a container does: as the first process of its process namespace,
 * as the image's user, with the root mounted read-only. The network is this machine's.
 */
export function runContained(args: readonly string[], running: Running, image: BuiltImage): Spawned {
  return runInRoot([...image.config.Entrypoint, ...args], running, image)
}

/** Runs any program of the image in the same way. */
export function runInRoot(
  command: readonly string[],
  { env = {}, folders = {} }: Running,
  { root, config }: BuiltImage,
): Spawned {
  const [user = '', group = ''] = config.User.split(':')
  const mounts = Object.entries(folders).flatMap(([path, folder]) => [folder, path])
  const entering = [
    'sh',
    '-c',
    ENTER,
    'sh',
    root,
    user,
    group,
    config.WorkingDir,
    ...mounts,
    '--',
    ...command,
  ]
  const child = spawn('/usr/bin/unshare', ['--mount', '--pid', '--fork', '--kill-child', ...entering], {
    env: { ...Object.fromEntries(config.Env.map((line) => splitOnce(line))), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const spawned = followService(child, command)
  return {
    ...spawned,
    stop(name = 'SIGTERM') {
      for (const pid of childrenOf(child.pid)) process.kill(pid, name)
      return spawned.ended
    },
  }
}

/** Runs the image's entrypoint to its end. Returns its status and what it printed. */
export async function runToEnd(
  args: readonly string[],
  running: Running,
  image: BuiltImage,
): Promise<{ readonly status: number | NodeJS.Signals; readonly said: string }> {
  const { ended, out, err } = runContained(args, running, image)
  const status = await ended
  return { status, said: [...out, ...err].join('\n') }
}

function splitOnce(line: string): readonly [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

function childrenOf(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}
