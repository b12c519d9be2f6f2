import { type Keyed, sendRequest } from './send-request.ts'

const FORM = 'application/x-www-form-urlencoded'

/** A browser without script on the sandbox's pages; `signIn` keeps its cookie. */
export function sandboxVisitor({ port }: { readonly port: number }) {
  let cookie: Readonly<Record<string, string>> = {}
  const get = (path: string) => sendRequest(port, { method: 'GET', path: `/sandbox${path}`, headers: cookie })
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    sendRequest(port, {
      method: 'POST',
      path: `/sandbox${path}`,
      headers: { 'content-type': FORM, ...cookie, ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const signIn = async (owner: Keyed, from = 'inbox') => {
    const answer = await post('/session', { key: owner.bearer.key, from })
    cookie = { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' }
    return answer
  }
  return { get, post, signIn }
}
