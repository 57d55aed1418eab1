/** An audit rule of your own: the title of every page of the shop ends with the shop's name. */
import type { CustomRule } from 'dustpan/audit';
import type { DustpanConfig } from 'dustpan/config';

const NAME = ' | Broom Shop';

export const titleRule: CustomRule = {
  id: 'shop/title',
  severity: 'warning',
  title: "title without the shop's name",
  condition: `The title of a page does not end with "${NAME}".`,
  why: 'Search results show the title, and customers look for the name.',
  remedy: 'Add the name to the template of the page.',
  reference: 'https://shop.example/handbook/titles',
  *checkPage(page, { title }) {
    if (!page.isIndexable || title?.endsWith(NAME)) return;
    yield { key: page.key, message: 'has a title without the name of the shop', evidence: { title } };
  },
};

const config: DustpanConfig = { rules: [titleRule] };
export default config;
