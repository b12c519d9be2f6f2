import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { INCOMPLETE_FAMILIES, type LockFile, platformProblems } from '../scripts/native-families.ts'

type Locked = LockFile['packages'][string]

const complete: LockFile['packages'] = {
  '': {
    optionalDependencies: {
      '@store/linux-x64': '18.4.0',
      '@store/linux-arm64': '18.4.0',
    },
  },
  'node_modules/@store/linux-x64': bound('18.4.0', { os: ['linux'], cpu: ['x64'] }),
  'node_modules/@store/linux-arm64': bound('18.4.0', { os: ['linux'], cpu: ['arm64'] }),
  'node_modules/bundler': {
    version: '1.2.3',
    optionalDependencies: {
      '@bundler/binding-darwin-arm64': '1.2.3',
      '@bundler/binding-linux-arm64-gnu': '1.2.3',
      '@bundler/binding-linux-x64-gnu': '1.2.3',
      '@bundler/binding-linux-x64-musl': '1.2.3',
      '@bundler/binding-wasm32-wasi': '1.2.3',
    },
  },
  'node_modules/@bundler/binding-darwin-arm64': bound('1.2.3', { os: ['darwin'], cpu: ['arm64'] }),
  'node_modules/@bundler/binding-linux-arm64-gnu': bound('1.2.3', {
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['glibc'],
  }),
  'node_modules/@bundler/binding-linux-x64-gnu': bound('1.2.3', {
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  }),
  'node_modules/@bundler/binding-linux-x64-musl': bound('1.2.3', {
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  }),
  'node_modules/@bundler/binding-wasm32-wasi': bound('1.2.3', { cpu: ['wasm32'] }),
}

function bound(version: string, limits: Partial<Locked>): Locked {
  return { version, optional: true, ...limits }
}

function aLock(changes: Readonly<Record<string, Locked | undefined>> = {}): LockFile {
  const entries = Object.entries({ ...complete, ...changes }).flatMap(([path, locked]) =>
    locked === undefined ? [] : [[path, locked] as const],
  )
  return { packages: Object.fromEntries(entries) }
}

/** A package with these optional dependencies, which are all in the lock. */
function aFamily(members: Readonly<Record<string, Partial<Locked>>>): Record<string, Locked> {
  const names = Object.keys(members)
  return {
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: Object.fromEntries(names.map((name) => [name, '2.0.0'])),
    },
    ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, bound('2.0.0', members[name] ?? {})])),
  }
}

const linux = (cpu: string): Partial<Locked> => ({ os: ['linux'], cpu: [cpu] })

describe('a lock file that installs on both platforms passes', () => {
  test.each<readonly [string, Readonly<Record<string, Locked>>]>([
    ['complete families', {}],
    ['a package for another system only', aFamily({ fsevents: { os: ['darwin'] } })],
    ['an optional dependency without a platform', aFamily({ 'graceful-fs': {} })],
    ['one Linux package for all processors', aFamily({ 'tool-linux': { os: ['linux'] } })],
    ['one package that excludes other systems', aFamily({ 'tool-unix': { os: ['!win32'] } })],
    [
      'a platform package that needs packages of its own platform',
      {
        ...aFamily({ 'tool-linux-x64': linux('x64'), 'tool-linux-arm64': linux('arm64') }),
        'node_modules/tool-linux-x64': {
          ...bound('2.0.0', linux('x64')),
          optionalDependencies: { '@store/linux-x64': '18.4.0' },
        },
      },
    ],
    [
      'a family below the package that needs it',
      {
        'node_modules/tool': {
          version: '2.0.0',
          optionalDependencies: { '@bundler/binding-linux-x64-gnu': '1.2.0', b: '^1.0.0' },
        },
        'node_modules/tool/node_modules/@bundler/binding-linux-x64-gnu': bound('1.2.0', {
          os: ['linux'],
        }),
        'node_modules/b': { version: '1.4.0', optional: true },
      },
    ],
  ])('%s', (_, changes) => {
    expect(platformProblems(aLock(changes))).toEqual([])
  })
})

describe('a lock file that does not install somewhere fails by package and platform', () => {
  test.each<readonly [string, Readonly<Record<string, Locked | undefined>>, readonly string[]]>([
    [
      'a family without arm64',
      aFamily({ 'tool-linux-x64': linux('x64'), 'tool-darwin-arm64': { os: ['darwin'] } }),
      ['tool has no tool package for linux-arm64'],
    ],
    [
      'a family with arm64 for musl only, as its name says',
      aFamily({ 'tool-linux-x64': linux('x64'), 'tool-linuxmusl-arm64': linux('arm64') }),
      ['tool has no tool package for linux-arm64'],
    ],
    [
      'a family with x64 for musl only, as its libc says',
      aFamily({
        'tool-linux-x64': { ...linux('x64'), libc: ['musl'] },
        'tool-linux-arm64': { ...linux('arm64'), libc: ['glibc'] },
      }),
      ['tool has no tool package for linux-x64'],
    ],
    [
      'the second family of a package',
      aFamily({
        'tool-linux-x64': linux('x64'),
        'tool-linux-arm64': linux('arm64'),
        'tool-library-linux-x64': linux('x64'),
      }),
      ['tool has no tool-library package for linux-arm64'],
    ],
    [
      'a named platform package that the lock lacks',
      { 'node_modules/@bundler/binding-linux-arm64-gnu': undefined },
      [
        'bundler lacks @bundler/binding-linux-arm64-gnu@1.2.3 in the lock file',
        'bundler has no @bundler/binding package for linux-arm64',
      ],
    ],
    [
      'a named package of an unsupported platform that the lock lacks',
      { 'node_modules/@bundler/binding-darwin-arm64': undefined },
      ['bundler lacks @bundler/binding-darwin-arm64@1.2.3 in the lock file'],
    ],
    [
      'a platform package of another version',
      { 'node_modules/@bundler/binding-linux-x64-gnu': bound('1.2.2', linux('x64')) },
      ['bundler lacks @bundler/binding-linux-x64-gnu@1.2.3 in the lock file'],
    ],
    [
      'a family of the root',
      { 'node_modules/@store/linux-arm64': undefined },
      [
        'package.json lacks @store/linux-arm64@18.4.0 in the lock file',
        'package.json has no @store package for linux-arm64',
      ],
    ],
    [
      'a required package for one platform',
      { 'node_modules/addon': { version: '1.0.0', ...linux('x64') } },
      ['addon is required but does not run on linux-arm64'],
    ],
  ])('%s', (_, changes, problems) => {
    expect(platformProblems(aLock(changes))).toEqual(problems)
  })
})

describe('the lock file of this repository', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as LockFile

  test('installs on linux-x64 and linux-arm64', () => {
    expect(platformProblems(lock)).toEqual([])
  })

  test.each([...INCOMPLETE_FAMILIES.keys()])('still needs the exception for %s', (name) => {
    const others = new Map([...INCOMPLETE_FAMILIES].filter(([key]) => key !== name))

    expect(platformProblems(lock, others)).not.toEqual([])
  })

  test.each(
    Object.entries(lock.packages)
      .filter(([, locked]) => locked.os?.includes('linux') && locked.cpu?.includes('arm64'))
      .filter(([, locked]) => !locked.libc?.includes('musl'))
      .map(([path]) => path),
  )('without %s does not pass', (path) => {
    const { [path]: _, ...packages } = lock.packages

    expect(platformProblems({ packages }).length).toBeGreaterThan(0)
  })
})
