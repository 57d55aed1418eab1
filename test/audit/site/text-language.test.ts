import { describe, expect, test } from 'vitest';
import { languageOfText } from '../../../src/audit/site/text-language.ts';

describe('the language of a text is known by its letters or its frequent words', () => {
  test.each([
    ['ja', '東京の美味しいレストランを探す'],
    ['zh', '北京最好的餐厅推荐指南'],
    ['ko', '서울에서 가장 좋은 식당'],
    ['el', 'Τα καλύτερα εστιατόρια στην Αθήνα'],
    ['Cyrillic', 'Лучшие рестораны Москвы и области'],
    ['Arabic', 'أفضل المطاعم في القاهرة'],
    ['en', 'How to choose the right broom for your home, with tips from our shop and the people that use it'],
    [
      'de',
      'Wie man den richtigen Besen für das Haus findet, mit Tipps von uns und unseren Kunden, die nicht alles wissen',
    ],
    ['fr', 'Comment choisir le bon balai pour votre maison avec des conseils et une liste dans notre boutique'],
    ['es', 'Cómo elegir la escoba para el hogar con una guía del uso y los consejos de nuestra tienda'],
    [
      'it',
      'Come scegliere la scopa per la casa con i consigli del nostro negozio, nel modo più semplice che sono noti',
    ],
  ])('%s', (language, text) => {
    expect(languageOfText(text)).toBe(language);
  });

  test.each([
    ['nothing', ''],
    ['names', 'Python 3.11 asyncio TCP IPv6'],
    ['a short title', 'The broom'],
    ['two languages', 'the and of to with der das und mit für'],
    ['a few foreign letters', 'Αθήνα: all about Athens'],
    ['words of several languages', 'de la un en de la'],
  ])('but not of %s', (_, text) => {
    expect(languageOfText(text)).toBeNull();
  });
});
