/** Remembers the methods of each route pattern, to tell a wrong method from an unknown path. */
export class AllowedMethods {
  readonly #routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  add(route: string, method: string | readonly string[]): void {
    const known = this.#routes.get(route) ?? { pattern: pathPattern(route), methods: new Set<string>() }
    for (const name of [method].flat()) known.methods.add(name)
    this.#routes.set(route, known)
  }

  /** The methods of all routes that match the path, sorted; empty for an unknown path. */
  of(path: string): readonly string[] {
    const matching = [...this.#routes.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/** `/reports/:id` and `/files/*` as expressions; a parameter's own expression is ignored. */
function pathPattern(route: string): RegExp {
  const source = route
    .split(/(::|:\w+(?:\([^)]*\))?\??|\*)/)
    .map((piece) => {
      if (piece === '::') return ':'
      if (piece === '*') return '.*'
      return piece.startsWith(':') ? '[^/]+' : RegExp.escape(piece)
    })
    .join('')
  // As for the router, a slash at the end makes no difference.
  return new RegExp(`^${source.replace(/(?:\\?\/)$/, '')}/?$`)
}
