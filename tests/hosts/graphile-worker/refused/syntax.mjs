export default async () => {
