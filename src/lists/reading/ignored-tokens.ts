import type { TokenizerCallbacks } from 'htmlparser2';

const ignore = (): void => {};

/** Callbacks of a tokenizer that do nothing, for one that takes only a few of the tokens. */
export const IGNORED_TOKENS: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};
