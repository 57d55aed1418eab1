import {
  type Application,
  type CommentDisplayPart,
  Converter,
  DeclarationReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';

/** Leaves inherited members to the section of the base, if that is on the same page, and puts the error of `@throws {E} if …` before its text. */
export function load({ converter }: Application): void {
  converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const reflection of Object.values(project.reflections)) {
        for (const { typeAnnotation, content } of reflection.comment?.blockTags ?? []) {
          if (typeAnnotation !== undefined) content.unshift(linkTo(typeAnnotation.slice(1, -1)), SPACE);
        }
        if (!(reflection instanceof DeclarationReflection) || reflection.inheritedFrom === undefined) continue;
        const hasSection = pageOf(reflection.inheritedFrom.reflection) === pageOf(reflection);
        if (hasSection || reflection.kindOf(ReflectionKind.Constructor)) project.removeReflection(reflection);
      }

      /** The module; null for what has no section. */
      function pageOf(member: Reflection | undefined): Reflection | null {
        const { parent } = member ?? {};
        return member === undefined || parent === undefined || parent.isProject() ? (member ?? null) : pageOf(parent);
      }

      function linkTo(text: string): CommentDisplayPart {
        const target = project.getReflectionsByKind(ReflectionKind.Class).find(({ name }) => name === text);
        return target === undefined
          ? { kind: 'code', text: `\`${text}\`` }
          : { kind: 'inline-tag', tag: '@link', text, target };
      }
    },
    AFTER_INHERITANCE,
  );
}

const SPACE: CommentDisplayPart = { kind: 'text', text: ' ' };

/** Lower numbers run later: inherited members are known at -10, and members are grouped at -100. */
const AFTER_INHERITANCE = -50;
