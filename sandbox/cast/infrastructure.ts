/** Contracts that belong to no project, deployed in this order by the operator account. */
export const infrastructure = [
  { name: 'factory', artifact: 'LaunchFactory' },
  { name: 'locker', artifact: 'Locker' },
  { name: 'cloner', artifact: 'CloneFactory' },
] as const
