// pure

/** The part of a package-lock.json entry that this file reads. */
type LockedPackage = {
  readonly version?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockFile = { readonly packages: Readonly<Record<string, LockedPackage>> }

type PlatformPackage = { readonly name: string; readonly locked: LockedPackage }

const PLATFORMS = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64' },
] as const

/** Families that may be incomplete, each with the reason. */
export const INCOMPLETE_FAMILIES: ReadonlyMap<string, string> = new Map()

const PLATFORM_WORD =
  /^(aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|wasi|win32|arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64|eabi|glibc|gnu|gnueabihf|msvc|musl|musleabihf)$/

/**
 * Lists why a lock file does not install on every supported platform. Each problem names the package
 * and the platform.
 *
 * A native family is a set of packages with one stem, such as `@rolldown/binding-*`, that a package
 * names as optional dependencies. npm installs the member that fits the machine.
 */
export function platformProblems(
  lock: LockFile,
  incomplete: ReadonlyMap<string, string> = INCOMPLETE_FAMILIES,
): readonly string[] {
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    const parent = packageName(path)
    if (incomplete.has(parent)) return []
    return [
      ...requiredProblems(parent, locked),
      ...missingProblems(lock, path),
      // A platform package may need packages of its own platform only.
      ...(isPlatformBound(locked) ? [] : familyProblems(lock, path)),
    ]
  })
}

/** A package that is not optional must run everywhere: npm refuses to install it elsewhere. */
function requiredProblems(name: string, locked: LockedPackage): readonly string[] {
  if (locked.optional === true) return []
  return PLATFORMS.filter((platform) => !runsOn(name, locked, platform)).map(
    (platform) => `${name} is required but does not run on ${platform.name}`,
  )
}

/** `npm ci` refuses a lock file that lacks an optional dependency, whatever its platform. */
function missingProblems(lock: LockFile, path: string): readonly string[] {
  const wanted = Object.entries(lock.packages[path]?.optionalDependencies ?? {})
  return wanted
    .filter(([name, version]) => !isVersion(resolve(lock, path, name), version))
    .map(([name, version]) => `${packageName(path)} lacks ${name}@${version} in the lock file`)
}

function familyProblems(lock: LockFile, path: string): readonly string[] {
  return [...families(lock, path)].flatMap(([stem, members]) =>
    PLATFORMS.filter((platform) => !members.some(({ name, locked }) => runsOn(name, locked, platform))).map(
      (platform) => `${packageName(path)} has no ${stem} package for ${platform.name}`,
    ),
  )
}

/** Families by stem. Those without a member for Linux, such as fsevents, are for other systems. */
function families(lock: LockFile, path: string): ReadonlyMap<string, readonly PlatformPackage[]> {
  const found = Object.keys(lock.packages[path]?.optionalDependencies ?? {}).flatMap((name) => {
    const locked = resolve(lock, path, name)
    return locked !== undefined && isPlatformBound(locked) ? [{ name, locked }] : []
  })
  const byStem = Map.groupBy(found, ({ name }) => stemOf(name))
  return new Map(
    [...byStem].filter(([, members]) =>
      members.some(({ locked }) => locked.os !== undefined && allows(locked.os, 'linux')),
    ),
  )
}

/** The name without its platform: `@rolldown/binding-linux-x64-gnu` becomes `@rolldown/binding`. */
function stemOf(name: string): string {
  const words = name.split('/').map((part) =>
    part
      .split('-')
      .filter((word) => !PLATFORM_WORD.test(word))
      .join('-'),
  )
  return words.filter((word) => word !== '').join('/')
}

/** Finds a dependency as Node does: in the package's own folder, then in each folder above. */
function resolve(lock: LockFile, path: string, name: string): LockedPackage | undefined {
  const found = lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]
  if (found !== undefined || path === '') return found
  return resolve(lock, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

/** Platform packages are named by exact version. Ranges are left to npm. */
function isVersion(locked: LockedPackage | undefined, wanted: string): boolean {
  if (locked === undefined) return false
  return !/^\d+\.\d+\.\d+/.test(wanted) || locked.version === wanted
}

function isPlatformBound({ os, cpu }: LockedPackage): boolean {
  return os !== undefined || cpu !== undefined
}

function runsOn(
  name: string,
  locked: LockedPackage,
  { os, cpu }: { readonly os: string; readonly cpu: string },
): boolean {
  // Some packages for musl do not declare `libc`.
  const isMusl = locked.libc === undefined && name.includes('musl')
  return !isMusl && allows(locked.os, os) && allows(locked.cpu, cpu) && allows(locked.libc, 'glibc')
}

/** npm's rule for `os`, `cpu` and `libc`: a list of values, or of excluded values (`!win32`). */
function allows(list: readonly string[] | undefined, value: string): boolean {
  if (list === undefined) return true
  if (list.includes(`!${value}`)) return false
  const included = list.filter((entry) => !entry.startsWith('!'))
  return included.length === 0 || included.includes(value)
}

function packageName(path: string): string {
  const start = path.lastIndexOf('node_modules/')
  return start < 0 ? 'package.json' : path.slice(start + 'node_modules/'.length)
}
