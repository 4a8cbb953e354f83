// A host's page in TypeScript: compiled in every check, so that `pagehand.d.ts` stays true to what hosts write.
import { z } from 'zod'
import { Pagehand, PageAgent, PagehandError, type AnalyticsEvent, type WebagentAction } from '../../py/pagehand/host/web/pagehand.js'

const weigh: WebagentAction<{ to: string }> = {
  name: 'weigh',
  description: 'The weight of a letter, in grams.',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  handler: async ({ to }, { signal }) => (signal.aborted ? { ok: false, reason: 'cancelled' } : { ok: true, data: to.length }),
}

const sent: AnalyticsEvent[] = []

export const agent = new Pagehand({
  model: 'qwen3',
  baseURL: '/llm',
  instructions: { system: 'Be brief.', getPageInstructions: url => (url.endsWith('/orders') ? 'Prices are net.' : null) },
  customTools: {
    scroll: null,
    reserve: {
      description: 'Reserve some of an article.',
      inputSchema: z.object({ article: z.string(), count: z.int().default(1) }),
      execute({ article, count }, { signal }) {
        return signal.aborted ? 'too late' : `${count} ${article}, ${this.status}`
      },
    },
  },
  customActions: [Pagehand.formActions, 'track_intent', weigh],
  confirm: async ({ tool, message }) => tool !== 'click_element_by_index' || message.length < 80,
  secrets: { login: 'ada@example.com' },
  interactiveBlacklist: ['#promo button', () => document.querySelector('#ads')],
  onAskUser: async (question, { signal, options }) => (signal.aborted ? null : (options[0] ?? question)),
  onAfterStep: (_, history) => console.log(history.length),
  trackListeners: true,
  onAfterTask: (_, result) => console.log(result.success),
})

agent.addEventListener('analytics', event => sent.push(event.detail))
agent.addEventListener('plan', event => console.log(event.detail.todos.filter(todo => !todo.done).length))
agent.addEventListener('statuschange', () => console.log(agent.status))

export async function run(): Promise<string[]> {
  const greet = agent.registerTool({ description: 'Greet.', execute: () => 'hello' }, 'greet')
  await greet.ready
  const basket = agent.registerContext('basket', () => ({ items: 3 }))
  const schema = z.object({ tickets: z.array(z.object({ id: z.string() })) })
  try {
    const result = await agent.execute('List the tickets', { schema, followUp: true })
    for (const event of result.history) if (event.type === 'step') console.log(event.action?.output, event.usage?.totalTokens)
    return result.output?.tickets.map(ticket => ticket.id) ?? []
  } catch (error) {
    if (error instanceof PagehandError) console.error(error.kind, error.message)
    throw error
  } finally {
    await basket()
    await greet()
    await agent.dispose('done')
  }
}

export const alias: Pagehand = new PageAgent({ model: 'offline', enableMask: true })

// @ts-expect-error a misspelled option
new Pagehand({ model: 'offline', maxStep: 3 })
// @ts-expect-error no model
new Pagehand({ baseURL: '/llm' })
// @ts-expect-error an event's detail has its type
agent.addEventListener('ask', event => event.detail.answer)
