import type { Catalogue } from "./en";

/** Settings of a method, with what stands before their names. */
function ofMethod(english: string, russian: string): Record<string, string> {
  const names = {
    "start rate": "начальная нагрузка",
    "max rate": "наибольшая нагрузка",
    precision: "точность",
    share: "доля от максимальной производительности",
    ramp: "разгон",
    settle: "стабилизация",
    hold: "полка",
    "hold max": "полка, не дольше",
    "confirm ramp": "разгон подтверждения",
    "confirm hold": "полка подтверждения",
    "max total": "длительность поиска, не более",
    "max trials": "число ступеней, не более",
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, meaning]) => [english + name, russian + meaning]),
  );
}

/** Names of readings, or words of them. */
export const readings: Catalogue["readings"] = {
  cpu: "CPU",
  "cpu busy": "CPU занят",
  "cpu limit": "предел CPU",
  busy: "занят",
  steal: "отнято гипервизором",
  iowait: "ожидание диска",
  throttled: "ограничение квотой",
  pss: "память (PSS)",
  memory: "память",
  "memory limit": "предел памяти",
  "memory available": "доступная память",
  "oom kills": "завершения из-за нехватки памяти",
  threads: "потоки",
  processes: "процессы",
  descriptors: "дескрипторы",
  "voluntary switches": "добровольные",
  "involuntary switches": "принудительные",
  disk: "диск",
  network: "сеть",
  written: "запись",
  read: "чтение",
  received: "приём",
  sent: "отправка",
  round: "длительность опроса",
  cost: "затраты CPU",
  generator: "генератор",
  probes: "датчики",
};

/** Names of settings and of facts. */
export const factNames: Catalogue["factNames"] = {
  runtime: "среда",
  collector: "сборщик мусора",
  "max heap": "предел кучи",
  processors: "процессоры",
  "clock source": "источник времени",
  connections: "предел соединений",
  cores: "ядра",
  "cores allowed": "доступные ядра",
  "cpu model": "процессор",
  kernel: "ядро системы",
  loadproof: "loadproof",
  "local ports": "локальные порты",
  memory: "память",
  "open files limit": "предел открытых файлов",
  python: "Python",
  rate: "нагрузка",
  shards: "потоки генератора",
  timeout: "тайм-аут",
  ...ofMethod("", ""),
  ...ofMethod("capacity ", "поиск: "),
  ...ofMethod("confirm ", "подтверждение: "),
  ...ofMethod("soak ", "надёжность: "),
};
