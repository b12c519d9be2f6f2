// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Главная',
  nothing: 'Всё в порядке',
  nothingText: 'Здесь появляются просроченные счета, платежи на проверке и недоставленные письма.',
  toInvoices: 'Все счета',
  attention: ({ count, text }) =>
    plural('ru-RU', count, {
      one: `${text} вопрос требует внимания`,
      few: `${text} вопроса требуют внимания`,
      many: `${text} вопросов требуют внимания`,
      other: `${text} вопроса требуют внимания`,
    }),
  overdue: 'Просроченные',
  overdueText: 'Срок оплаты прошёл, а счёт оплачен не полностью.',
  underReview: 'На проверке',
  underReviewText: 'Платёж ожидает решения.',
  refusedMails: 'Недоставленные письма',
  refusedMailsText: 'Клиент их не получил. Проверьте адрес и отправьте ещё раз.',
  showAll: ({ text }) => `Показать все: ${text}`,
  late: ({ count, text }) =>
    plural('ru-RU', count, {
      one: `просрочен на ${text} день`,
      few: `просрочен на ${text} дня`,
      many: `просрочен на ${text} дней`,
      other: `просрочен на ${text} дня`,
    }),
  due: ({ day }) => `Срок оплаты: ${day}`,
  refusedAt: ({ time }) => `Отклонено: ${time}`,
  unnamed: 'Без имени',
  failed: 'Не удалось загрузить страницу',
}
