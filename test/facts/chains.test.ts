import { describe, expect, test } from 'vitest';
import { checkChains } from '../../src/facts/chains.ts';
import type { Fact } from '../../src/facts/facts.ts';

const ip = (host: string, value: string): Fact => ({ kind: 'ip', host, value });
const mobile = (host: string, value: string): Fact => ({ kind: 'mobile', host, value });
const www = (host: string, value: string): Fact => ({ kind: 'www', host, value });

const problems = (facts: readonly Fact[]): readonly string[] =>
  checkChains(facts).map(({ at, message }) => `${at}: ${message}`);

describe('facts that settle in one run have no problem', () => {
  test.each<[string, readonly Fact[]]>([
    ['address, mobile host, www', [ip('192.0.2.1', 'm.a.example'), mobile('m.a.example', 'a.example')]],
    ['www after mobile', [mobile('m.a.example', 'a.example'), www('a.example', 'add')]],
    ['other kinds', [{ kind: 'scheme', host: 'a.example', value: 'https' }, mobile('m.a.example', 'a.example')]],
    ['two mobile hosts of one site', [mobile('m.a.example', 'a.example'), mobile('n.a.example', 'a.example')]],
    ['the same hosts on other ports', [mobile('m.a.example:81', 'a.example'), mobile('a.example:82', 'b.example')]],
  ])('%s', (_, facts) => {
    expect(problems(facts)).toEqual([]);
  });
});

describe('a fact that would need a second run is a problem', () => {
  test.each<[string, readonly Fact[], string]>([
    [
      'an address behind a mobile host',
      [mobile('m.a.example', '192.0.2.1'), ip('192.0.2.1', 'a.example')],
      'facts[0]: maps "m.a.example" to "192.0.2.1", but facts[1] maps that to "a.example"; write the final host here',
    ],
    [
      'an address behind an address, with its port',
      [ip('192.0.2.1:8080', 'a.example'), ip('a.example:8080', 'b.example')],
      'facts[0]: maps "192.0.2.1:8080" to "a.example:8080", but facts[1] maps that to "b.example:8080"; write the final host here',
    ],
    [
      'a mobile host behind www',
      [www('a.example', 'remove'), mobile('a.example', 'b.example')],
      'facts[0]: maps "www.a.example" to "a.example", but facts[1] maps that to "b.example"; write the final host here',
    ],
    [
      'a circle with www, which the fact names without its label',
      [www('a.example', 'remove'), mobile('a.example', 'www.a.example')],
      'facts[0]: maps "www.a.example" to "a.example", but facts[1] maps it back; remove one of the two',
    ],
    [
      'a form of the host that www may add',
      [mobile('m.a.example', 'a.example'), mobile('www.a.example', 'b.example')],
      'facts[0]: maps "m.a.example" to "a.example", but facts[1] maps that to "b.example"; write the final host here',
    ],
    [
      'a form of the host without its mobile label',
      [mobile('x.example', 'm.a.example'), mobile('a.example', 'b.example')],
      'facts[0]: maps "x.example" to "m.a.example", but facts[1] maps that to "b.example"; write the final host here',
    ],
    [
      'a host that maps to another form of itself',
      [mobile('a.example', 'www.a.example')],
      'facts[0]: maps "a.example" to "www.a.example", which is another form of the same host; write a fact about www, or swap the two hosts',
    ],
  ])('%s', (_, facts, problem) => {
    expect(problems(facts)).toContain(problem);
  });

  test('facts may come in any order', () => {
    const facts = [mobile('b.example', 'c.example'), mobile('m.a.example', 'b.example')];
    expect(checkChains(facts).map(({ at }) => at)).toEqual(['facts[1]']);
  });
});
