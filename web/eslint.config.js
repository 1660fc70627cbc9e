import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "test-results",
      "src/data/result.ts",
      "src/data/series.ts",
      "src/data/messages.ts",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "max-lines": ["error", 250],
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "texts come from outside: let Preact write them" },
        { property: "dangerouslySetInnerHTML", message: "texts come from outside: let Preact write them" },
      ],
    },
  },
  { files: ["*.js"], ...tseslint.configs.disableTypeChecked },
);
